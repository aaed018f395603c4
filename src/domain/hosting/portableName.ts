/**
 * `name`, a single segment of a path, changed so that every operating system can store it: without separators, drives
 * and bidirectional marks, without a dot or space at its end, and not a device name of Windows.
 */
export function portableName(name: string): string {
  const plain = name.replaceAll(unusable, '_').replace(/[. ]$/, '_');
  return reservedOnWindows.test(plain) ? `_${plain}` : plain;
}

// eslint-disable-next-line no-control-regex -- control characters are what this finds
const unusable = /[\u0000-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff<>:"|?*/\\]/g;
const reservedOnWindows = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;
