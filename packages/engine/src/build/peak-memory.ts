/** Largest memory this process has held so far, in MiB. */
export const peakMiB = (): number => Math.round(process.resourceUsage().maxRSS / 1024);
