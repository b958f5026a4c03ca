/** Builds zip archives and Shapefiles, as GIS programs write them. */
import { crc32, deflateRawSync } from 'node:zlib';

type Content = Uint8Array | { packed: Uint8Array; inflated: number };

/** Zip archive of the files, deflated; packed content is used as is, with its claimed size. */
export function zip(files: Record<string, Content>): Uint8Array {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, content] of Object.entries(files)) {
    const packed = 'packed' in content ? Buffer.from(content.packed) : deflateRawSync(content);
    const inflated = 'packed' in content ? content.inflated : content.length;
    const check = 'packed' in content ? 0 : crc32(content);
    const nameBytes = Buffer.from(name);
    const shared = Buffer.alloc(26);
    shared.writeUInt16LE(20, 0);
    shared.writeUInt16LE(8, 4);
    shared.writeUInt32LE(check, 10);
    shared.writeUInt32LE(packed.length, 14);
    shared.writeUInt32LE(inflated, 18);
    shared.writeUInt16LE(nameBytes.length, 22);
    locals.push(Buffer.from([0x50, 0x4b, 3, 4]), shared, nameBytes, packed);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(offset, 10);
    directory.push(Buffer.from([0x50, 0x4b, 1, 2, 20, 0]), shared, tail, nameBytes);
    offset += 30 + nameBytes.length + packed.length;
  }
  const list = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(Object.keys(files).length, 8);
  end.writeUInt16LE(Object.keys(files).length, 10);
  end.writeUInt32LE(list.length, 12);
  end.writeUInt32LE(offset, 16);
  return new Uint8Array(Buffer.concat([...locals, list, end]));
}

interface ShapeRow {
  name: string;
  /** Closed ring. */
  ring: [number, number][];
}

const POLYGON = 5;

/** Files of a polygon Shapefile with a NAME column, by file name. */
export function shapefile(rows: readonly ShapeRow[], prj?: string): Record<string, Uint8Array> {
  const records = rows.map(({ ring }, index) => {
    // Outer rings in Shapefiles are clockwise.
    const vertices = ring.toReversed();
    const content = Buffer.alloc(48 + vertices.length * 16);
    content.writeInt32LE(POLYGON, 0);
    writeBbox(content, 4, vertices);
    content.writeInt32LE(1, 36);
    content.writeInt32LE(vertices.length, 40);
    content.writeInt32LE(0, 44);
    vertices.forEach(([x, y], vertex) => {
      content.writeDoubleLE(x, 48 + vertex * 16);
      content.writeDoubleLE(y, 56 + vertex * 16);
    });
    const head = Buffer.alloc(8);
    head.writeInt32BE(index + 1, 0);
    head.writeInt32BE(content.length / 2, 4);
    return Buffer.concat([head, content]);
  });
  const body = Buffer.concat(records);
  const header = Buffer.alloc(100);
  header.writeInt32BE(9994, 0);
  header.writeInt32BE((100 + body.length) / 2, 24);
  header.writeInt32LE(1000, 28);
  header.writeInt32LE(POLYGON, 32);
  writeBbox(
    header,
    36,
    rows.flatMap(({ ring }) => ring),
  );
  return {
    'parcels.shp': new Uint8Array(Buffer.concat([header, body])),
    'parcels.dbf': dbf(rows.map(({ name }) => name)),
    ...(prj ? { 'parcels.prj': Buffer.from(prj) } : {}),
  };
}

function writeBbox(target: Buffer, at: number, vertices: [number, number][]): void {
  const [xs, ys] = [vertices.map(([x]) => x), vertices.map(([, y]) => y)];
  [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)].forEach((value, index) => {
    target.writeDoubleLE(value, at + index * 8);
  });
}

const NAME_LENGTH = 20;

function dbf(names: readonly string[]): Uint8Array {
  const header = Buffer.alloc(65);
  header[0] = 3;
  header.writeUInt32LE(names.length, 4);
  header.writeUInt16LE(65, 8);
  header.writeUInt16LE(1 + NAME_LENGTH, 10);
  header.write('NAME', 32, 'ascii');
  header.write('C', 43, 'ascii');
  header[48] = NAME_LENGTH;
  header[64] = 0x0d;
  const rows = names.map((name) =>
    Buffer.from(` ${name.padEnd(NAME_LENGTH).slice(0, NAME_LENGTH)}`, 'latin1'),
  );
  return new Uint8Array(Buffer.concat([header, ...rows, Buffer.from([0x1a])]));
}
