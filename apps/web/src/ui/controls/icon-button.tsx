import type { ComponentProps, ReactNode } from 'react';
import { type ButtonVariantProps, buttonClass } from './button.tsx';

export interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children'> {
  /** Accessible name and tooltip. */
  label: string;
  icon: ReactNode;
  variant?: ButtonVariantProps['variant'];
  size?: ButtonVariantProps['size'];
}

export function IconButton({ label, icon, variant = 'quiet', size, className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      title={label}
      aria-label={label}
      {...rest}
      className={`${buttonClass({ variant, size }, className)} btn-icon`}
    >
      {icon}
    </button>
  );
}
