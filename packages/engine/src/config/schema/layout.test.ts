import { expect, test } from 'vitest';
import { announcementBarSchema } from './layout.ts';

const refusal = (content: string): string | undefined => announcementBarSchema.safeParse({ content }).error?.issues[0]?.message;

test.each([
  'Spring is here.',
  '<p><strong>New</strong> <span class="x">version</span>, <a href="https://example.org/?a=1&amp;b=2" title="More">read on</a><br/></p>',
  '<a href="/docs/releases#v1">Releases</a> &lt;soon&gt;',
])('text, links, and emphasis are accepted: %s', (content) => expect(refusal(content)).toBeUndefined());

test.each([
  ['<script>alert(1)</script>', '<script>'],
  ['<img src="x" onerror="alert(1)">', '<img src="x" onerror="alert(1)">'],
  ['<a href="javascript:alert(1)">x</a>', '<a href="javascript:alert(1)">'],
  ['<a href="&#106;avascript:alert(1)">x</a>', '<a href="&#106;avascript:alert(1)">'],
  ['<a href=javascript:alert(1)>x</a>', '<a href=javascript:alert(1)>x'],
  ['<p onclick="x()">x</p>', '<p onclick="x()">'],
  ['<p style="position:fixed">x</p>', '<p style="position:fixed">'],
  ['<svg/onload=alert(1)>', '<svg/onload=alert(1)>'],
  ['a <b', '<b'],
])('R-214 other HTML is rejected, and the error names it: %s', (content, part) => expect(refusal(content)).toContain(`remove ${part}`));
