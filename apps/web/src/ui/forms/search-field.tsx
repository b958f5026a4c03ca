import { MAX_NAME_LENGTH } from '@ardhi/contract/limits';
import { useSearchText } from '../../lib/page/use-search-text.ts';
import { TextField, type TextFieldProps } from './field.tsx';

interface SearchFieldProps
  extends Pick<TextFieldProps, 'label' | 'labelHidden' | 'placeholder' | 'className'> {
  q: string | undefined;
  onSearch: (q: string | undefined) => void;
}

/** Search text of a list. Typing is debounced. */
export function SearchField({ q, onSearch, ...props }: SearchFieldProps) {
  const [text, setText] = useSearchText(q, onSearch);
  return (
    <TextField
      {...props}
      type="search"
      maxLength={MAX_NAME_LENGTH}
      value={text}
      onChange={(event) => setText(event.target.value)}
    />
  );
}
