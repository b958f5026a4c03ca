import type { ComponentProps, MouseEvent, ReactNode } from 'react';
import { Link } from 'react-router';
import { cx } from './cx.ts';
import { Spinner } from './spinner.tsx';

export interface ButtonVariantProps {
  variant?: 'main' | 'plain' | 'quiet' | 'danger';
  size?: 'normal' | 'small' | 'large';
  /** Full width; for phones only use `className="max-sm:w-full"`. */
  wide?: boolean;
  icon?: ReactNode;
}

export interface ButtonProps extends ComponentProps<'button'>, ButtonVariantProps {
  busy?: boolean;
  /** Label while busy, e.g. "Saving..." */
  busyLabel?: string;
}

export function buttonClass(
  { variant = 'plain', size = 'normal', wide }: ButtonVariantProps,
  className?: string,
): string {
  return cx(
    'btn',
    variant !== 'plain' && `btn-${variant}`,
    size !== 'normal' && `btn-${size}`,
    wide && 'w-full',
    className,
  );
}

/** A busy button keeps the focus (a disabled one would lose it) but cannot be pressed again. */
export function Button({
  variant,
  size,
  wide,
  icon,
  busy = false,
  busyLabel,
  className,
  children,
  onClick,
  ...rest
}: ButtonProps) {
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (busy) {
      event.preventDefault();
      event.stopPropagation();
    } else onClick?.(event);
  };
  return (
    <button
      type="button"
      {...rest}
      onClick={press}
      aria-busy={busy || undefined}
      aria-disabled={busy || rest['aria-disabled']}
      className={buttonClass({ variant, size, wide }, className)}
    >
      {busy ? <Spinner /> : icon}
      {busy && busyLabel ? busyLabel : children}
    </button>
  );
}

export interface ButtonLinkProps extends ComponentProps<typeof Link>, ButtonVariantProps {}

/** Link styled as a button. */
export function ButtonLink({ variant, size, wide, icon, className, children, ...rest }: ButtonLinkProps) {
  return (
    <Link {...rest} className={buttonClass({ variant, size, wide }, className)}>
      {icon}
      {children}
    </Link>
  );
}
