/** What only signed-in pages need, and so only they load: the query cache, questions and toasts. */
import { QueryClientProvider } from '@tanstack/react-query';
import { Outlet } from 'react-router';
import { queryClient } from '../lib/query.ts';
import { ConfirmProvider } from '../ui/confirm.tsx';
import { Toaster } from '../ui/toast.tsx';

export default function SignedInFrame() {
  return (
    <QueryClientProvider client={queryClient}>
      <ConfirmProvider>
        <Outlet />
        <Toaster />
      </ConfirmProvider>
    </QueryClientProvider>
  );
}
