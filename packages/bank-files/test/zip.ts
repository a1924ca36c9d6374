import { deflateRawSync } from "node:zlib";

/** An archive with one file, by default a workbook's sheet. `stated` is its uncompressed size in the headers. */
export function zip(sheet: Uint8Array, stated: number, named = "xl/worksheets/sheet1.xml"): Uint8Array {
  const data = deflateRawSync(sheet);
  const name = Buffer.from(named);
  const header = (signature: number, extra: number) => {
    const bytes = Buffer.alloc(extra);
    bytes.writeUInt32LE(signature);
    const at = extra === 46 ? 2 : 0;
    bytes.writeUInt16LE(8, 8 + at);
    bytes.writeUInt32LE(data.length, 18 + at);
    bytes.writeUInt32LE(stated, 22 + at);
    bytes.writeUInt16LE(name.length, 26 + at);
    return Buffer.concat([bytes, name]);
  };
  const local = Buffer.concat([header(0x04034b50, 30), data]);
  const central = header(0x02014b50, 46);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50);
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(local.length, 16);
  return new Uint8Array(Buffer.concat([local, central, end]));
}
