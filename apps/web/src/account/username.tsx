import { useUser } from '../lib/session.tsx';

/** Unseen in a form that asks for a password: the password manager wants to know whose it is. */
export function Username() {
  return <input type="text" autoComplete="username" value={useUser().email} readOnly hidden />;
}
