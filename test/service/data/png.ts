import { crc32, deflateSync } from 'node:zlib';

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}

/** A picture of which each pixel is `colour(x, y)`, as red, green, blue. */
export function png(width: number, height: number, colour: (x: number, y: number) => readonly number[]): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2, 0, 0, 0], 8);
  const rows = Array.from({ length: height }, (_, y) =>
    Buffer.from([0, ...Array.from({ length: width }, (__, x) => colour(x, y)).flat()]),
  );
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.concat(rows))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

const logos = new Map<number, Buffer>();

/** A disc on a field that runs from one colour to another. Each size is drawn once. */
export function logo(size: number): Buffer {
  const drawn = logos.get(size) ?? png(size, size, (x, y) => colourAt(size, x, y));
  logos.set(size, drawn);
  return drawn;
}

function colourAt(size: number, x: number, y: number): readonly number[] {
  const inside = Math.hypot(x - size / 2, y - size / 2) < size * 0.36;
  return inside ? [245, 247, 250] : [27 + Math.floor((x * 60) / size), 42 + Math.floor((y * 60) / size), 105];
}
