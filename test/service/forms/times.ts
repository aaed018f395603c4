/** A time as the service writes it: `2026-01-31T09:30:00+08:00`. */
export function stamp(time: number): string {
  return new Date(time + 8 * 3_600_000).toISOString().replace(/\.\d+Z$/, '+08:00');
}

/** The time of a git signature, in its own zone. */
export function zoned(time: number, zone: string): string {
  const [sign, hours, minutes] = [zone.startsWith('-') ? -1 : 1, Number(zone.slice(1, 3)), Number(zone.slice(3))];
  const shifted = new Date(time + sign * (hours * 60 + minutes) * 60_000);
  return shifted.toISOString().replace(/\.\d+Z$/, `${zone.slice(0, 3)}:${zone.slice(3)}`);
}
