import { env, l10n } from 'vscode';

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
export function formatTime(time: string | number | undefined): string | undefined {
  return formatted(time, { dateStyle: 'medium', timeStyle: 'short' });
}

/** The hour and minute of an ISO time in the time zone of the user. */
export function formatTimeOfDay(time: string | undefined): string | undefined {
  return formatted(time, { timeStyle: 'short' });
}

const ages = [
  ['year', 31_556_952_000],
  ['month', 2_629_746_000],
  ['week', 604_800_000],
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

/** The age of an ISO time, or of milliseconds since 1970: `2 days ago`, `now`; undefined without a valid time. */
export function formatAgo(time: string | number | undefined, now = Date.now()): string | undefined {
  const passed = (typeof time === 'string' ? Date.parse(time) : (time ?? Number.NaN)) - now;
  if (Number.isNaN(passed)) return undefined;
  const [unit, length] = ages.find(([, length]) => Math.abs(passed) >= length) ?? (['second', Infinity] as const);
  const numeric = unit === 'second' ? 'auto' : 'always';
  return new Intl.RelativeTimeFormat(env.language, { numeric }).format(Math.trunc(passed / length), unit);
}

/** The age of a time with the time itself, for tooltips: `2 days ago (Jan 31, 2026, 9:30 AM)`. */
export function formatAgoAt(time: string | number | undefined): string | undefined {
  const age = formatAgo(time);
  return age === undefined ? undefined : l10n.t('{0} ({1})', age, formatTime(time) ?? '');
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
