import { isMap, isScalar, isSeq } from 'yaml';
import type { Node } from 'yaml';

import type { Field } from '../schema/source.ts';

/**
 * Says what is wrong with an option's value, or null. It is held against the outer kind of the field's type only: what
 * stands inside of lists and unions is the source's own business. Values from the environment and placeholders fit anywhere.
 */
export function checkValue(value: Node | null, { type, values, nullable, default: preset }: Field): string | null {
  if (value === null || (isScalar(value) && value.value === null))
    return nullable || preset === undefined || preset === null ? null : `must be ${wordFor(type)}, but is empty`;
  if (isScalar(value) && typeof value.value === 'string' && /\$\{?\w|^<|^\.\.\.$/.test(value.value)) return null;
  if (values !== undefined) return checkEnum(value, values);
  return fits(value, type) ? null : `must be ${wordFor(type)}, but is ${kindOf(value)}`;
}

function checkEnum(value: Node, values: readonly string[]): string | null {
  const given = isScalar(value) ? String(value.value) : kindOf(value);
  return values.includes(given) ? null : `must be one of ${values.join(', ')}; found "${given}"`;
}

function fits(value: Node, type: string): boolean {
  if (/^One of |^any$/.test(type)) return true;
  if (/^Array of |^array$/.test(type)) return isSeq(value);
  if (/^map\(|^object$/.test(type)) return isMap(value);
  if (type === 'boolean')
    return isScalar(value) && (typeof value.value === 'boolean' || /^(true|false|yes|no|on|off)$/i.test(String(value.value)));
  if (type === 'integer') return isScalar(value) && Number.isInteger(Number(value.value)) && typeof value.value !== 'boolean';
  if (/^number(\(|$)/.test(type)) return isScalar(value) && (!Number.isNaN(Number(value.value)) || type !== 'number');
  if (/^string(\(|$)/.test(type)) return isScalar(value);
  // A name in capitals is a mapping of options of its own.
  return /^[A-Z]\w*$/.test(type) && type !== 'Enum' ? isMap(value) || isSeq(value) : true;
}

function wordFor(type: string): string {
  if (/^Array of |^array$/.test(type)) return 'a list';
  if (type === 'boolean') return 'true or false';
  if (type === 'integer') return 'a whole number';
  if (type.startsWith('number')) return 'a number';
  if (type.startsWith('string')) return 'a text';
  return 'a mapping of options';
}

function kindOf(value: Node): string {
  if (isMap(value)) return 'a mapping';
  if (isSeq(value)) return 'a list';
  return isScalar(value) ? JSON.stringify(value.value) : 'an alias';
}
