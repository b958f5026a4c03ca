/** Minimal reader for our vector tiles: layers, properties, the corners of each ring. */
export interface TileFeature {
  properties: Record<string, string | number | boolean>;
  rings: [number, number][][];
}
export type TileLayers = Record<string, TileFeature[]>;

type Field = { number: number; value: number; bytes: Uint8Array };

function* fields(bytes: Uint8Array): Generator<Field> {
  let at = 0;
  const varint = () => {
    let [value, factor] = [0, 1];
    for (;;) {
      const byte = bytes[at++]!;
      value += (byte & 127) * factor;
      if (byte < 128) return value;
      factor *= 128;
    }
  };
  const take = (length: number) => {
    at += length;
    return bytes.subarray(at - length, at);
  };
  while (at < bytes.length) {
    const key = varint();
    const number = key >> 3;
    const none = new Uint8Array();
    switch (key & 7) {
      case 0:
        yield { number, value: varint(), bytes: none };
        break;
      case 1:
        yield { number, value: 0, bytes: take(8) };
        break;
      case 2:
        yield { number, value: 0, bytes: take(varint()) };
        break;
      default:
        throw new Error(`a field of kind ${key & 7}`);
    }
  }
}

const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

function numbers(bytes: Uint8Array): number[] {
  // Packed varints without field keys.
  const list: number[] = [];
  let [value, factor] = [0, 1];
  for (const byte of bytes) {
    value += (byte & 127) * factor;
    factor *= 128;
    if (byte < 128) {
      list.push(value);
      [value, factor] = [0, 1];
    }
  }
  return list;
}

function propertyOf(bytes: Uint8Array): string | number | boolean {
  const [field] = [...fields(bytes)];
  if (field?.number === 1) return text(field.bytes);
  if (field?.number === 3) return new DataView(field.bytes.slice().buffer).getFloat64(0, true);
  if (field?.number === 6) return unzigzag(field.value);
  if (field?.number === 7) return field.value === 1;
  return field?.value ?? 0;
}

const unzigzag = (value: number) => (value % 2 ? -(value + 1) / 2 : value / 2);

function ringsOf(commands: number[]): [number, number][][] {
  const rings: [number, number][][] = [];
  let [x, y, at] = [0, 0, 0];
  while (at < commands.length) {
    const command = commands[at++]!;
    const [kind, count] = [command & 7, command >> 3];
    if (kind === 7) continue;
    for (let step = 0; step < count; step += 1) {
      x += unzigzag(commands[at++]!);
      y += unzigzag(commands[at++]!);
      if (kind === 1) rings.push([]);
      rings.at(-1)!.push([x, y]);
    }
  }
  return rings;
}

export function readTile(bytes: Uint8Array): TileLayers {
  const layers: TileLayers = {};
  for (const layer of fields(bytes)) {
    const parts = [...fields(layer.bytes)];
    const name = text(parts.find(({ number }) => number === 1)!.bytes);
    const keys = parts.filter(({ number }) => number === 3).map((part) => text(part.bytes));
    const values = parts.filter(({ number }) => number === 4).map((part) => propertyOf(part.bytes));
    layers[name] = parts
      .filter(({ number }) => number === 2)
      .map((part) => {
        const feature = [...fields(part.bytes)];
        const tags = numbers(feature.find(({ number }) => number === 2)?.bytes ?? new Uint8Array());
        const properties: TileFeature['properties'] = {};
        for (let place = 0; place < tags.length; place += 2)
          properties[keys[tags[place]!]!] = values[tags[place + 1]!]!;
        const geometry = feature.find(({ number }) => number === 4)!.bytes;
        return { properties, rings: ringsOf(numbers(geometry)) };
      });
  }
  return layers;
}
