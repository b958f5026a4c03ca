import type { Overlap } from '@ardhi/contract';
import { paths } from '@ardhi/contract/paths';
import { useParams } from 'react-router';
import { isNotFound } from '../../../lib/http/error-kinds.ts';
import { useT } from '../../../lib/text/i18n.tsx';
import { mapParcel, shapeOf } from '../../../map/map-features.ts';
import { ButtonLink } from '../../../ui/controls/button.tsx';
import { Empty } from '../../../ui/feedback/empty.tsx';
import { LoadError } from '../../../ui/feedback/query-state.tsx';
import { Skeleton, SkeletonText } from '../../../ui/feedback/skeleton.tsx';
import { PageHeader } from '../../../ui/layout/page.tsx';
import { Panel } from '../../../ui/layout/panel.tsx';
import { useParcel } from '../../land/queries.ts';
import { useBoundaries, useBoundary } from '../queries.ts';
import { BoundaryEditor } from './boundary-editor.tsx';

const NO_OVERLAPS: Overlap[] = [];

/** Draws, walks or imports the boundary of one parcel. */
export default function BoundaryPage() {
  const t = useT();
  const { id = '' } = useParams();
  const parcel = useParcel(id);
  const hasBoundary = parcel.data?.boundary != null;
  const boundary = useBoundary(id, { enabled: hasBoundary });
  const others = useBoundaries();
  const failed = parcel.isError ? parcel : boundary.isError ? boundary : null;
  if (parcel.data && (!hasBoundary || boundary.data)) {
    const neighbours = others.data?.filter(({ landId }) => landId !== id) ?? [];
    return (
      <Frame>
        <BoundaryEditor
          key={id}
          parcel={parcel.data}
          shape={hasBoundary && boundary.data ? shapeOf(boundary.data.geometry) : null}
          revision={hasBoundary && boundary.data ? boundary.data.revision : 0}
          overlaps={(hasBoundary && boundary.data?.overlaps) || NO_OVERLAPS}
          neighbours={neighbours.map((listed) => mapParcel(listed, '', null))}
        />
      </Frame>
    );
  }
  return (
    <Frame>
      <PageHeader title={t('map.boundary.heading')} back={{ to: paths.landDetail(id) }} />
      {failed ? (
        isNotFound(failed.error) ? (
          <Panel>
            <Empty
              title={t('map.landNotFound')}
              action={<ButtonLink to={paths.land}>{t('map.backToLand')}</ButtonLink>}
            />
          </Panel>
        ) : (
          <LoadError query={failed} headline={t('map.error.boundary')} />
        )
      ) : (
        <div aria-busy="true" className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_23rem]">
          <Skeleton className="h-[60dvh] w-full" />
          <SkeletonText lines={6} />
        </div>
      )}
    </Frame>
  );
}

const Frame = ({ children }: { children: React.ReactNode }) => (
  <div className="wrap lg:pt-4 lg:pb-9">{children}</div>
);
