/** Templates of the own office. Colleagues' changes emit no event: the list is refetched on each mount. */
import type { TemplateKind } from '@ardhi/contract/template-text';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../lib/http/api.ts';
import { useRefetchingWrite } from '../../lib/http/use-refetching-write.ts';

const ALL = ['templates'] as const;

export function useTemplates(kind?: TemplateKind) {
  return useQuery({
    queryKey: [...ALL, kind ?? 'all'],
    queryFn: ({ signal }) => call('GET /government/templates', { query: { kind }, signal }),
    staleTime: 0,
  });
}

const refetch = { refetch: ALL };
export const useCreateTemplate = () => useRefetchingWrite('POST /government/templates', refetch);
export const useUpdateTemplate = () => useRefetchingWrite('PUT /government/templates/{id}', refetch);
export const useDeleteTemplate = () => useRefetchingWrite('DELETE /government/templates/{id}', refetch);
