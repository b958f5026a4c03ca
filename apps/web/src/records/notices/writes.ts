/** Mutations of notices. */
import { useWrite } from '../../lib/http/use-write.ts';

export const useReadNotice = () => useWrite('POST /notices/{id}/read', { invalidates: ['notice', 'policy'] });
export const useReadAllNotices = () =>
  useWrite('POST /notices/read-all', { invalidates: ['notice', 'policy'] });
