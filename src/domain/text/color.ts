/** `#rrggbb`; undefined unless `color` is three or six hexadecimal digits, with or without the sign. */
export function colorOf(color: string | undefined): string | undefined {
  const [, digits] = /^#?([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(color ?? '') ?? [];
  if (digits === undefined) return undefined;
  const six = digits.length === 6 ? digits : digits.replaceAll(/./g, '$&$&');
  return `#${six.toLowerCase()}`;
}

/** WCAG 2 requires this contrast for small text. */
const leastContrast = 4.5;

/** `wanted` (`#rrggbb`) if it is readable on `fill`, else black or white. Undefined if `fill` is. */
export function readableOn(fill: string | undefined, wanted: string | undefined): string | undefined {
  if (fill === undefined) return undefined;
  if (wanted !== undefined && contrast(fill, wanted) >= leastContrast) return wanted;
  return contrast(fill, '#000000') >= contrast(fill, '#ffffff') ? '#000000' : '#ffffff';
}

function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((first, second) => second - first);
  return (light + 0.05) / (dark + 0.05);
}

/** Relative luminance of `#rrggbb`, from 0 to 1. */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
