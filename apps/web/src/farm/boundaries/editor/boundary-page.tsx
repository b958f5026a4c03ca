import type { ParcelDetail } from '@ardhi/contract';
import { paths } from '@ardhi/contract/paths';
import { useParams } from 'react-router';
import { isNotFound } from '../../../lib/http/api-error.ts';
import { useT } from '../../../lib/text/i18n.tsx';
import { mapParcel, shapeOf } from '../../../map/map-features.ts';
import { ButtonLink } from '../../../ui/controls/button.tsx';
import { Empty } from '../../../ui/feedback/empty.tsx';
import { Skeleton, SkeletonText } from '../../../ui/feedback/skeleton.tsx';
import { PageHeader } from '../../../ui/layout/page.tsx';
import { Panel } from '../../../ui/layout/panel.tsx';
import { useParcel } from '../../land/queries.ts';
import { QueryError } from '../../query-state.tsx';
import { useBoundaries, useBoundary } from '../queries.ts';
import { BoundaryEditor } from './boundary-editor.tsx';

/** Draws, walks or imports the boundary of one parcel. */
export default function BoundaryPage() {
  const t = useT();
  const { id = '' } = useParams();
  const parcel = useParcel(id);
  const boundary = useBoundary(id, { enabled: parcel.data?.boundary != null });
  const failed = parcel.isError ? parcel : boundary.isError ? boundary : null;
  if (parcel.data && (parcel.data.boundary === null || boundary.data))
    return (
      <Frame>
        <Ready key={id} parcel={parcel.data} />
      </Frame>
    );
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
          <QueryError query={failed} failed="map.error.boundary" />
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
  <div className="wrap pt-4 pb-9">{children}</div>
);

function Ready({ parcel }: { parcel: ParcelDetail }) {
  const { data: boundary } = useBoundary(parcel._id, { enabled: parcel.boundary !== null });
  const others = useBoundaries();
  const neighbours = (others.data ?? [])
    .filter(({ landId }) => landId !== parcel._id)
    .map((listed) => mapParcel(listed, '', null));
  return (
    <BoundaryEditor
      parcel={parcel}
      shape={boundary && parcel.boundary ? shapeOf(boundary.geometry) : null}
      revision={parcel.boundary ? (boundary?.revision ?? 0) : 0}
      neighbours={neighbours}
    />
  );
}
