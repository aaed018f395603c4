import type { SeedFile } from '../git/fastImport.ts';
import { logo } from './png.ts';

/** Bytes of every kind, so that a test detects any change of the encoding. */
const everyByte = Uint8Array.from({ length: 4096 }, (_, at) => (at * 7 + (at >> 8)) & 0xff);

/** “你好，世界” and a second line, in GBK. */
const gbk = Uint8Array.from([
  0xc4, 0xe3, 0xba, 0xc3, 0xa3, 0xac, 0xca, 0xc0, 0xbd, 0xe7, 0x0a, 0xb5, 0xda, 0xb6, 0xfe, 0xd0, 0xd0, 0x0a,
]);

const utf16 = (text: string): Buffer => Buffer.from(`\ufeff${text}`, 'utf16le');

/** 255 bytes, the longest name that file systems take. */
const longName = `${'long-name-'.repeat(25)}.txt`.padStart(255, '_');

const drawing = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 60" role="img" aria-label="Three hills"><path d="M0 60 30 20 60 60Z" fill="#2f6f5e"/><path d="M35 60 70 10 105 60Z" fill="#3f8f78"/><path d="M80 60 100 35 120 60Z" fill="#2f6f5e"/></svg>\n`;

const lfsPointer =
  'version https://git-lfs.github.com/spec/v1\noid sha256:4d7a214614ab2935c943f9e0ff69d22eadbb8f32b1258daaa5e2ca24d17e2393\nsize 73400320\n';

/** Files of every kind, and every unusual name that git and file systems allow. */
export const sampleFiles: Readonly<Record<string, SeedFile>> = {
  'README.md': `# Samples\n\nFiles of every kind: what an editor may meet.\n\n![Logo](images/logo.png) ![Hills](images/drawing.svg)\n\n- [A name with a space](<names/with space.txt>)\n- [中文](中文/说明.md)\n- [Deep](deep/a/b/c/d/e/file.txt)\n`,
  'names/with space.txt': 'A space in the name.\n',
  'names/hash#tag.md': '# Hash\n',
  'names/question?.txt': 'A question mark in the name.\n',
  'names/percent%20.txt': 'A percent sign that is no encoding.\n',
  'names/100%.txt': 'A percent sign alone.\n',
  'names/plus+plus.txt': 'A plus sign in the name.\n',
  'names/amp&equals=.txt': 'More that addresses use.\n',
  'names/semi;colon,comma.txt': 'Separators.\n',
  'names/[brackets] {braces} (parens).txt': 'Brackets.\n',
  'names/quote\'and"quotes.txt': 'Quotes.\n',
  'names/back\\slash.txt': 'A backslash, which is no separator here.\n',
  'names/colon:in:name.txt': 'Colons.\n',
  'names/~tilde^caret.txt': 'Characters that refs cannot have.\n',
  'names/emoji-🎉.md': '# 🎉\n',
  'names/\u00e9-composed.txt': 'One code point.\n',
  'names/e\u0301-decomposed.txt': 'Two code points.\n',
  'names/UPPER.txt': 'Upper case.\n',
  'names/upper.txt': 'Lower case: another file.\n',
  [`names/${longName}`]: 'A name of 255 bytes.\n',
  '中文/说明.md': '# 说明\n\n这是一个示例仓库。\n',
  '中文/空 格.txt': '空格。\n',
  'deep/a/b/c/d/e/file.txt': 'Six folders down.\n',
  '.hidden': 'A name that begins with a dot.\n',
  '.vscode/settings.json': '{\n  "editor.rulers": [100]\n}\n',
  'encodings/utf8.txt': 'Grüße, 世界, 🌍\n',
  'encodings/bom.txt': '\ufeffUTF-8 with a byte order mark\n',
  'encodings/gbk.txt': gbk,
  'encodings/utf16le.txt': utf16('UTF-16, little endian: 世界\r\n'),
  'encodings/latin1.txt': Buffer.from('Gr\u00fc\u00dfe\n', 'latin1'),
  'lines/crlf.txt': 'one\r\ntwo\r\nthree\r\n',
  'lines/mixed.txt': 'one\r\ntwo\nthree\rfour\n',
  'lines/no-newline.txt': 'The last line has no end',
  'lines/long.txt': `${'x'.repeat(20_000)}\n`,
  'empty.txt': '',
  'data.bin': everyByte,
  'images/logo.png': logo(96),
  'images/drawing.svg': drawing,
  'scripts/run.sh': { executable: '#!/bin/sh\necho "Hello"\n' },
  'link-to-file': { link: 'README.md' },
  'link-to-folder': { link: 'images' },
  'link-up': { link: '../outside.txt' },
  'link-absolute': { link: '/etc/hostname' },
  'link-loop': { link: 'link-loop' },
  'link-broken': { link: 'nothing/here.txt' },
  'design.psd': lfsPointer,
  '.gitattributes': '*.psd filter=lfs diff=lfs merge=lfs -text\n',
  '.gitmodules': '[submodule "vendor/lib"]\n\tpath = vendor/lib\n\turl = ../../tools/lib.git\n',
  'vendor/lib': { submodule: '1f7a7a472abf3dd9643fd615f6da379c4acb3e3a' },
};
