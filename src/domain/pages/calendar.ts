export interface CalendarDay {
  /** `YYYY-MM-DD` */
  readonly day: string;
  readonly count: number;
  /** 0: no events; 1 to 4: from few to many. */
  readonly level: number;
  readonly isKnown: boolean;
}

export interface ActivityCalendar {
  /** Weeks from Sunday on; the first and the last may be cut. */
  readonly weeks: readonly (readonly CalendarDay[])[];
  /** The index of the week in which each month begins; `YYYY-MM`. */
  readonly months: readonly { readonly month: string; readonly week: number; readonly count: number }[];
  readonly total: number;
  readonly busiest: CalendarDay | undefined;
}

const dayLength = 86_400_000;
const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);

/** The 365 days up to `today` (`YYYY-MM-DD`). `counts`: by day. Days before `knownFrom` (if any) are not loaded. */
export function activityCalendar(
  counts: ReadonlyMap<string, number>,
  today: string,
  knownFrom?: string,
): ActivityCalendar {
  const last = Date.parse(`${today}T00:00:00Z`);
  const times = Array.from({ length: 365 }, (_, index) => last - (364 - index) * dayLength);
  const most = Math.max(0, ...times.map((time) => counts.get(dayOf(time)) ?? 0));
  const days = times.map((time): CalendarDay => {
    const day = dayOf(time);
    const count = counts.get(day) ?? 0;
    const level = count === 0 ? 0 : Math.max(1, Math.ceil((count / most) * 4));
    return { day, count, level, isKnown: count > 0 || knownFrom === undefined || day >= knownFrom };
  });
  const weeks: CalendarDay[][] = [];
  const months = new Map<string, { month: string; week: number; count: number }>();
  for (const day of days) {
    const weekday = new Date(`${day.day}T00:00:00Z`).getUTCDay();
    if (weekday === 0 || weeks.length === 0) weeks.push([]);
    weeks.at(-1)?.push(day);
    const month = day.day.slice(0, 7);
    const entry = months.get(month) ?? { month, week: weeks.length - 1, count: 0 };
    months.set(month, { ...entry, count: entry.count + day.count });
  }
  const total = days.reduce((sum, { count }) => sum + count, 0);
  const busiest = days.reduce<CalendarDay | undefined>(
    (best, day) => (day.count > (best?.count ?? 0) ? day : best),
    undefined,
  );
  return { weeks, months: [...months.values()], total, busiest };
}

export function yearBefore(today: string): string {
  return dayOf(Date.parse(`${today}T00:00:00Z`) - 364 * dayLength);
}
