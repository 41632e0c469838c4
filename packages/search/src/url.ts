/** Joins the base URL (`/` or `/portal/`) and a path that starts with `/`. */
export function withBase(baseUrl: string, path: string): string {
  return baseUrl.replace(/\/$/, '') + path;
}

/** Platform global of Node, browsers and workers; this zone is typed without any of them. */
declare const URL: { parse(url: string, base: string): { protocol: string } | null };

/** Whether a result may link to this URL: another scheme than http and https could run a script. */
export function isWebUrl(url: string): boolean {
  const protocol = URL.parse(url, 'https://localhost')?.protocol;
  return protocol === 'https:' || protocol === 'http:';
}
