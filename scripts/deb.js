// npm run deb: a .deb of the web app (host, `bureau`, a menu entry that opens an app window), made offline with dpkg-deb.
import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { build } from './build-step.js';
import { install, pinnedNode, root } from './workspace.js';

install();
await build();
const { version, dependencies } = JSON.parse(readFileSync(join(root, 'packages/cli/package.json'), 'utf8'));
const architecture = { x64: 'amd64', arm64: 'arm64' }[process.arch];
if (process.platform !== 'linux' || !architecture) {
  process.stderr.write('A .deb can be made on Linux (x64, arm64) only. Nothing was made.\n');
  process.exit(1);
}
const stage = mkdtempSync(join(tmpdir(), 'bureau-deb-'));
try {
  const lib = join(stage, 'usr/lib/bureau');
  for (const folder of ['bin', 'dist'])
    cpSync(join(root, 'packages/cli', folder), join(lib, folder), { recursive: true });
  cpSync(join(root, 'packages/ui/dist'), join(lib, 'dist/window'), { recursive: true });
  cpSync(join(root, 'packages/cli/package.json'), join(lib, 'package.json'));
  cpSync(pinnedNode(), join(lib, 'node'));
  for (const name of [...Object.keys(dependencies), `@koromix/koffi-linux-${process.arch}`]) {
    const source = join(root, 'node_modules', name);
    if (existsSync(source)) cpSync(source, join(lib, 'node_modules', name), { recursive: true, dereference: true });
  }
  file('usr/bin/bureau', '#!/bin/sh\nexec /usr/lib/bureau/node /usr/lib/bureau/bin/bureau.js "$@"\n', 0o755);
  file(
    'usr/share/applications/bureau.desktop',
    '[Desktop Entry]\nType=Application\nName=Bureau\nComment=Hand work to the Claude Code or Codex you already installed\nComment[ko]=이미 설치된 Claude Code나 Codex에 일을 맡깁니다\nComment[zh_TW]=把工作交給你已經安裝的 Claude Code 或 Codex\nExec=bureau open\nIcon=bureau\nCategories=Office;Utility;\nTerminal=false\n',
  );
  cpSync(join(root, 'apps/desktop/build/icon.png'), join(stage, 'usr/share/icons/hicolor/512x512/apps/bureau.png'));
  cpSync(join(root, 'LICENSE'), join(stage, 'usr/share/doc/bureau/copyright'));
  file(
    'DEBIAN/control',
    `Package: bureau\nVersion: ${version}\nArchitecture: ${architecture}\nMaintainer: The Bureau authors <bureau@localhost>\nSection: misc\nPriority: optional\nDepends: libc6, libstdc++6\nRecommends: chromium | google-chrome-stable | firefox-esr\nDescription: Hand work to the Claude Code or Codex you already installed\n Cards in plain words, a Stop that stops, an office that shows who works.\n`,
  );
  const out = join(root, 'out', `bureau_${version}_${architecture}.deb`);
  mkdirSync(dirname(out), { recursive: true });
  const made = spawnSync('dpkg-deb', ['--root-owner-group', '-Zxz', '-z1', '--build', stage, out], {
    stdio: ['ignore', 2, 2],
  });
  if (made.status !== 0) {
    process.stderr.write('dpkg-deb could not make the package; its message stands above.\n');
    process.exitCode = 1;
  } else console.log(out);
} finally {
  rmSync(stage, { recursive: true, force: true });
}

function file(path, text, mode = 0o644) {
  const target = join(stage, path);
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, text);
  chmodSync(target, mode);
}
