import type { ParcelDetail } from '@ardhi/contract';
import { useParams } from 'react-router';
import { useParcel } from '../../land/queries.ts';
import { isNotFound } from '../../lib/api-error.ts';
import { useT } from '../../lib/i18n.tsx';
import { paths } from '../../lib/paths.ts';
import { detailOf } from '../../lib/problem-text.ts';
import { mapParcel, shapeOf } from '../../map/map-features.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Empty } from '../../ui/empty.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { PageHeader } from '../../ui/page.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Skeleton, SkeletonText } from '../../ui/skeleton.tsx';
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
          <ErrorState
            headline={t('map.error.boundary')}
            detail={detailOf(failed.error, t)}
            onRetry={() => void failed.refetch()}
            retrying={failed.isFetching}
          />
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
