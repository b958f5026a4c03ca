import { paths } from '@ardhi/contract/paths';
import { Link } from 'react-router';

/** A farmer's name, linked to their page; `deleted` replaces the name of a deleted account. */
export function FarmerLink({
  farmer,
  deleted,
}: {
  farmer: { _id: string; name: string | null };
  deleted: string;
}) {
  if (!farmer.name) return deleted;
  return (
    <Link className="link" to={paths.registerFarmer(farmer._id)}>
      {farmer.name}
    </Link>
  );
}
