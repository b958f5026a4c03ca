import { useUser } from '../../lib/session/session.tsx';

/** A hidden username field in password forms, for password managers. */
export function Username() {
  return <input type="text" autoComplete="username" value={useUser().email} readOnly hidden />;
}
