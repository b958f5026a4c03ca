import { useReadersWords } from '../ui/controls/known-name.tsx';

/** The crops of a parcel in the words of the reader: in its row there is no room for both. */
export default function KnownCrops({ names }: { names: readonly string[] }) {
  return <>{names.map(useReadersWords('crop')).join(', ')}</>;
}
