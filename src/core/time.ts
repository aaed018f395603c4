const isoTime = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})$/;

/** Whether `text` is an ISO 8601 time with an offset or Z. */
export const isTime = (text: string): boolean => isoTime.test(text) && !Number.isNaN(Date.parse(text));

/** Whether `text` is a day of the calendar as `YYYY-MM-DD`. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}

/** The day (`YYYY-MM-DD`) of an ISO time in the time zone of this computer; undefined without a valid time. */
export function localDay(time: string | undefined): string | undefined {
  const at = new Date(time ?? Number.NaN);
  if (Number.isNaN(at.getTime())) return undefined;
  const two = (part: number): string => String(part).padStart(2, '0');
  return `${String(at.getFullYear()).padStart(4, '0')}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
}
