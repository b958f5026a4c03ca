/** Fetched only when there is a harvest to confirm: its form is not part of the first load. */
import { Link } from 'react-router';
import { useHarvestsToConfirm, useParcels } from '../land/queries.ts';
import { HarvestQuestion } from '../land/records/harvest-question.tsx';
import { paths } from '../lib/paths.ts';

export default function FarmerHarvests({ limit }: { limit: number }) {
  const { data: harvests = [] } = useHarvestsToConfirm(limit);
  const { data: parcels } = useParcels();
  return harvests.map(({ landId, landName, crop }) => (
    <div key={crop._id} className="mt-6">
      <HarvestQuestion
        parcel={{ _id: landId, size: parcels?.rows.find((parcel) => parcel._id === landId)?.size ?? 0 }}
        crop={crop}
        place={
          <Link to={paths.landDetail(landId)} className="link">
            {landName}
          </Link>
        }
      />
    </div>
  ));
}
