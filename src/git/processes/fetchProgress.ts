const units: Readonly<Record<string, number>> = { bytes: 1, KiB: 1024, MiB: 1024 ** 2, GiB: 1024 ** 3 };

const received = /Receiving objects: [^,\r\n]{0,100}, (\d{1,15}(?:\.\d{1,5})?) (bytes|KiB|MiB|GiB)/g;

/** Reads the progress lines of `git fetch`. Returns a function that receives the error output in parts. */
export function progressReader(onReceived: (bytes: number) => void): (text: string) => void {
  let rest = '';
  return (text) => {
    const lines = rest + text;
    const last = [...lines.matchAll(received)].at(-1);
    if (last !== undefined) onReceived(Math.round(Number(last[1]) * (units[last[2] ?? ''] ?? 1)));
    rest = lines.slice(Math.max(lines.lastIndexOf('\r'), lines.lastIndexOf('\n'), lines.length - 300) + 1);
  };
}
