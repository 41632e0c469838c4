import type { ComponentProps } from 'react';

export interface ButtonProps extends ComponentProps<'button'> {
  /** How much weight it has: one primary action in a view, any number of the others. */
  look?: 'primary' | 'secondary' | 'quiet';
}

/** A push button. It never submits a form by accident: `type` is `button` unless told. */
export function Button({ look = 'secondary', className, type = 'button', ...rest }: ButtonProps) {
  const classes = ['button', `button-${look}`, className].filter(Boolean).join(' ');
  return <button type={type} className={classes} {...rest} />;
}
