import { env } from 'vscode';

/** Cached, because creating a format takes longer than hundreds of uses. */
const formats = new Map<string, Intl.DateTimeFormat>();

function formatted(value: string | number | undefined, options: Intl.DateTimeFormatOptions): string | undefined {
  const time = typeof value === 'string' ? Date.parse(value) : (value ?? Number.NaN);
  if (Number.isNaN(time)) return undefined;
  const key = JSON.stringify(options);
  const format = formats.get(key) ?? new Intl.DateTimeFormat(env.language, options);
  formats.set(key, format);
  return format.format(time);
}

/** A day (`2026-01-31`) in the format of the user's language; undefined without a day. */
export function formatDay(day: string | undefined): string | undefined {
  return formatted(day, { dateStyle: 'medium', timeZone: 'UTC' });
}

/** The day of an ISO time in the time zone of the user. */
export function formatDate(time: string | undefined): string | undefined {
  return formatted(time, { dateStyle: 'medium' });
}

/** An ISO time in the time zone of the user. */
export function formatTime(time: string | undefined): string | undefined {
  return formatted(time, { dateStyle: 'medium', timeStyle: 'short' });
}

/** The hour and minute of an ISO time in the time zone of the user. */
export function formatTimeOfDay(time: string | undefined): string | undefined {
  return formatted(time, { timeStyle: 'short' });
}

const week = 604_800_000;
const ages = [
  ['year', 31_556_952_000],
  ['month', 2_629_746_000],
  ['week', week],
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

/** The age of an ISO time: `2 days ago`, `now`; undefined without a valid time. */
export function formatAgo(time: string | undefined, now = Date.now()): string | undefined {
  return ageOf(time === undefined ? Number.NaN : Date.parse(time), now);
}

/** Its age, or its day if it is more than a week ago (`time`: milliseconds since 1970). Undefined if invalid. */
export function formatWhen(time: number, now = Date.now()): string | undefined {
  return now - time > week ? formatted(time, { dateStyle: 'medium' }) : ageOf(time, now);
}

function ageOf(time: number, now: number): string | undefined {
  const passed = time - now;
  if (Number.isNaN(passed)) return undefined;
  const [unit, length] = ages.find(([, length]) => Math.abs(passed) >= length) ?? (['second', Infinity] as const);
  const numeric = unit === 'second' ? 'auto' : 'always';
  return new Intl.RelativeTimeFormat(env.language, { numeric }).format(Math.trunc(passed / length), unit);
}

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;

/** `6 bytes`, `12.5 MB` */
export function formatSize(bytes: number): string {
  const power = bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3));
  const unitDisplay = power === 0 ? 'long' : 'short';
  const options = { style: 'unit', unit: units[power] ?? 'byte', unitDisplay, maximumFractionDigits: 1 } as const;
  return new Intl.NumberFormat(env.language, options).format(bytes / 1000 ** power);
}

/** `25%` for 25 */
export function formatPercent(percent: number): string {
  const options = { style: 'percent', maximumFractionDigits: 1 } as const;
  return new Intl.NumberFormat(env.language, options).format(percent / 100);
}

export function formatCount(count: number): string {
  return new Intl.NumberFormat(env.language).format(count);
}
