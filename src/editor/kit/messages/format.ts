import { env } from 'vscode';

/** Cached, because creating a format takes longer than hundreds of uses. */
const formats = new Map<string, Intl.DateTimeFormat>();

function formatted(value: string | undefined, options: Intl.DateTimeFormatOptions): string | undefined {
  const time = value === undefined ? Number.NaN : Date.parse(value);
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

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;

/** `12.5 MB` */
export function formatSize(bytes: number): string {
  const power = bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3));
  const options = { style: 'unit', unit: units[power] ?? 'byte', maximumFractionDigits: 1 } as const;
  return new Intl.NumberFormat(env.language, options).format(bytes / 1000 ** power);
}

export function formatCount(count: number): string {
  return new Intl.NumberFormat(env.language).format(count);
}
