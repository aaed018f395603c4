import { hiddenInText } from '../../core/hidden.ts';

/**
 * `name`, a single segment of a path, changed so that every operating system can store it: without separators, drives
 * and characters that nobody sees, without a dot or space at its end, and not a device name of Windows.
 */
export function portableName(name: string): string {
  const plain = name.replaceAll(hiddenInText, '_').replaceAll(unusable, '_').replace(/[. ]$/, '_');
  return reservedOnWindows.test(plain) ? `_${plain}` : plain;
}

// oxlint-disable-next-line no-control-regex -- control characters are what this finds
const unusable = /[\u0000-\u001f\u007f-\u009f<>:"|?*/\\]/g;
const reservedOnWindows = /^(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[\d¹²³]) *(\.|$)/i;
