import { paths } from '@ardhi/contract/paths';
import tables from '../../../../docs/score/tables.md?raw';
import { Markdown } from './markdown.tsx';

/** The reference tables of the score. */
export default function ScoreTables() {
  return (
    <article lang="en">
      <Markdown
        text={tables.replace(/^# .+\n/, '')}
        documents={{ 'README.md': '#contents', 'data-sources.md': paths.about }}
      />
    </article>
  );
}
