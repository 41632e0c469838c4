import type { Field, SharedFields } from '../schema/source.ts';

/**
 * The description of a field: its own, or the shared one under its exact name, or that of the longest pattern that fits
 * (`*.profiling.enabled` before `*.enabled`). Null where there is none.
 */
export function describeField(field: Pick<Field, 'name' | 'description'>, shared: SharedFields): string | null {
  if (field.description !== undefined) return field.description;
  const exact = shared[field.name];
  if (exact !== undefined) return exact;
  const steps = field.name.split('.');
  for (let start = 0; start < steps.length; start++) {
    const found = shared[`*.${steps.slice(start).join('.')}`];
    if (found !== undefined) return found;
  }
  return null;
}
