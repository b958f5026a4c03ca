import { paths } from '@ardhi/contract/paths';
import type { ReactNode } from 'react';
import { Navigate } from 'react-router';
import { useSession } from '../../lib/session/session.tsx';
import { Contours } from '../../ui/controls/contours.tsx';
import { Loading } from '../../ui/feedback/loading.tsx';

interface AuthFrameProps {
  heading: string;
  lead?: ReactNode;
  children: ReactNode;
  /** Shown below the form, such as a link to the other form. */
  after?: ReactNode;
}

export function AuthFrame({ heading, lead, children, after }: AuthFrameProps) {
  return (
    <div className="wrap flex justify-center py-8 lg:py-12">
      <div className="w-full max-w-md">
        <div className="rounded-card border border-line bg-surface px-5 pt-6 pb-7 shadow-card sm:px-8">
          <Contours className="mb-4 h-10 w-24" />
          <h1>{heading}</h1>
          {lead && <p className="mt-2 text-muted">{lead}</p>}
          <div className="mt-6">{children}</div>
        </div>
        {after && <div className="mt-5 text-center text-muted">{after}</div>}
      </div>
    </div>
  );
}

/** Redirects signed-in users away from the login form, also after a successful login. */
export function SignedOutOnly({ children }: { children: ReactNode }) {
  const { status } = useSession();
  if (status === 'in') return <Navigate to={paths.dashboard} replace />;
  if (status === 'checking') return <Loading />;
  return <div className="when-out">{children}</div>;
}
