import { useKnownNames } from '../ui/controls/known-name.tsx';

/** The crops of a parcel with the words of the reader, in its row. */
export default function KnownCrops({ names }: { names: readonly string[] }) {
  return <>{names.map(useKnownNames('crop')).join(', ')}</>;
}
