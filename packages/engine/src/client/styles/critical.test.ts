import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

function importsOf(name: string): string[] {
  const css = readFileSync(new URL(name, import.meta.url), 'utf8');
  return [...css.matchAll(/@import '\.\/(.+)';/g)].map(([, file = '']) => file);
}

test.each(['./critical-docs.css', './critical-front.css'])(
  '%s is part of the whole look, in the same order; it alone has the fonts',
  (name) => {
    const whole = importsOf('./index.css');
    const part = importsOf(name);
    expect(part.length).toBeGreaterThan(5);
    expect(whole).not.toContain('fonts.css');
    expect(part.splice(1, 1)).toEqual(['fonts.css']);
    expect(part).toEqual(whole.filter((file) => part.includes(file)));
  },
);
