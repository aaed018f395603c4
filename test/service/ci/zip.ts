import { crc32, deflateRawSync } from 'node:zlib';

export interface ZipEntry {
  /** Bytes: the encoding of the name is not stated. */
  readonly name: string | Uint8Array;
  readonly content: Uint8Array;
  /** Default: deflated. */
  readonly stored?: boolean;
  /** The deflated content, for other blocks than the usual. */
  readonly packed?: Uint8Array;
  /** Other figures than those of the content, for hostile archives. */
  readonly stated?: { readonly size?: number; readonly packed?: number };
}

const utf8 = 0x0800;
const descriptor = 0x0008;

/** A ZIP archive as a server streams it: sizes follow the data. */
export function zip(entries: readonly ZipEntry[]): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, content, stored = false, packed, stated = {} } of entries) {
    const nameBytes = Buffer.from(name);
    const data = stored ? Buffer.from(content) : Buffer.from(packed ?? deflateRawSync(content));
    const figures = Buffer.alloc(12);
    figures.writeUInt32LE(crc32(content), 0);
    figures.writeUInt32LE(stated.packed ?? data.length, 4);
    figures.writeUInt32LE(stated.size ?? content.length, 8);
    const about = Buffer.alloc(10);
    about.writeUInt16LE(20, 0);
    about.writeUInt16LE(descriptor | (typeof name === 'string' ? utf8 : 0), 2);
    about.writeUInt16LE(stored ? 0 : 8, 4);
    const lengths = Buffer.alloc(4);
    lengths.writeUInt16LE(nameBytes.length, 0);
    const local = [Buffer.from('PK\x03\x04'), about, Buffer.alloc(12), lengths, nameBytes];
    const whole = Buffer.concat([...local, data, Buffer.from('PK\x07\x08'), figures]);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    directory.push(Buffer.from('PK\x01\x02\x14\x00'), about, figures, lengths, place, nameBytes);
    parts.push(whole);
    offset += whole.length;
  }
  const central = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(entries.length, 4);
  end.writeUInt16LE(entries.length, 6);
  end.writeUInt32LE(central.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...parts, central, Buffer.from('PK\x05\x06'), end]);
}
