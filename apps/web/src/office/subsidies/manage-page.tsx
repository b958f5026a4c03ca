import { SubsidyManagement } from './subsidy-management.tsx';

export default function ManagePage() {
  return (
    <div className="wrap py-8">
      <SubsidyManagement place="page" />
    </div>
  );
}
