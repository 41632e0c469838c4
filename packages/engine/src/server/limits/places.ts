/** How many answers are under way: some for each address, and no more than the server can carry. */
export interface Places {
  /** Takes a place. @returns what gives it back, as often as it is called; a string says why there is none */
  take(key: string): (() => void) | 'address' | 'overall';
  taken(): number;
}

export interface PlacesOptions {
  perAddress: number;
  overall: number;
}

export function createPlaces({ perAddress, overall }: PlacesOptions): Places {
  const byKey = new Map<string, number>();
  let all = 0;

  function giveBack(key: string): void {
    all -= 1;
    const left = (byKey.get(key) ?? 1) - 1;
    if (left === 0) byKey.delete(key);
    else byKey.set(key, left);
  }

  return {
    take(key) {
      const own = byKey.get(key) ?? 0;
      if (own >= perAddress) return 'address';
      if (all >= overall) return 'overall';
      byKey.set(key, own + 1);
      all += 1;
      let isTaken = true;
      return () => {
        if (isTaken) giveBack(key);
        isTaken = false;
      };
    },
    taken: () => all,
  };
}
