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

export interface MilestoneProgress {
  readonly done: number;
  readonly total: number;
  /** Whole per cent; 0 if there are no issues. */
  readonly percent: number;
}

export function milestoneProgress(milestone: {
  readonly open_issues?: number | undefined;
  readonly closed_issues?: number | undefined;
}): MilestoneProgress {
  const done = Math.max(0, milestone.closed_issues ?? 0);
  const total = done + Math.max(0, milestone.open_issues ?? 0);
  return { done, total, percent: total === 0 ? 0 : Math.floor((done / total) * 100) };
}
