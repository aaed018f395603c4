export interface Share {
  readonly name: string;
  /** Per cent of the whole; all shares add up to 100. */
  readonly percent: number;
  /** `#` and hexadecimal digits; undefined: a colour of the theme. */
  readonly color?: string | undefined;
}

const mostShares = 6;

/** The largest languages. If there are more than six, the rest is added up as `other`. */
export function languageShares(
  languages: Readonly<Record<string, number | undefined>>,
  other: string,
): readonly Share[] {
  const entries = Object.entries(languages)
    .map(([name, percent]) => ({ name, percent: percent ?? 0 }))
    .filter(({ percent }) => Number.isFinite(percent) && percent > 0)
    .sort((one, two) => two.percent - one.percent || one.name.localeCompare(two.name));
  const total = entries.reduce((sum, { percent }) => sum + percent, 0);
  const shares = entries.map(({ name, percent }) => ({ name, percent: (percent / total) * 100 }));
  if (shares.length <= mostShares) return shares;
  const rest = shares.slice(mostShares - 1).reduce((sum, { percent }) => sum + percent, 0);
  return [...shares.slice(0, mostShares - 1), { name: other, percent: rest }];
}
