import type { CorrectionProps } from '../../outbox/call-screens.ts';
import { targetOf } from '../../outbox/relations.ts';
import { EditApplication } from './edit-application.tsx';
import { useApplications } from './queries.ts';

/** Corrects a queued change that the server rejected; saving replaces it. */
export default function CorrectApplication({ entry, onClose }: CorrectionProps) {
  const applications = useApplications().data?.rows ?? [];
  const application = applications.find(({ _id }) => _id === targetOf(entry));
  return application ? <EditApplication application={application} onClose={onClose} /> : null;
}
