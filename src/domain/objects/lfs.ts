const start = 'version https://git-lfs.github.com/spec/v1\n';
const longest = 1024;

/** Size in bytes of the file behind a Git LFS pointer; undefined if `bytes` is not a pointer. */
export function pointerSize(bytes: Uint8Array): number | undefined {
  if (bytes.length > longest || bytes[0] !== start.charCodeAt(0)) return undefined;
  const text = new TextDecoder().decode(bytes);
  const size = /^size (\d+)$/m.exec(text)?.[1];
  return text.startsWith(start) && /^oid sha256:[0-9a-f]{64}$/m.test(text) && size !== undefined
    ? Number(size)
    : undefined;
}
