/** Chapters of the house: folders of `src`, each with a README that lists its rooms in order. */

import type { Imports } from './house.js';

/** What the README of a chapter says. */
export interface Chapter {
  /** Chapters that its files may import. */
  readonly imports: readonly string[];
  /** Folders of the chapter in order, and `own files` for files beside them; each imports earlier ones. */
  readonly rooms: readonly string[];
}

const NAMES = /`([^`]+)`/g;

/**
 * Reads the line `Imports: ...` and the rooms before the colon of each list item.
 * @throws Error for a README without one of them.
 */
export function chapterIn(name: string, readme: string): Chapter {
  const line = /^Imports: (.+)$/m.exec(readme)?.[1];
  const rooms = roomsOf(readme);
  if (line === undefined || rooms.length === 0) {
    throw new Error(`src/${name}/README.md: it needs a line "Imports: ..." and a list of rooms`);
  }
  return { imports: named(line), rooms };
}

/** The rooms before the colon of each list item of a README, in order. */
export function roomsOf(readme: string): readonly string[] {
  const items = [...readme.matchAll(/^- ([^:]+):/gm)].map(([, rooms = '']) => rooms);
  return items.flatMap(item => (item === 'own files' ? [item] : named(item)));
}

function named(text: string): readonly string[] {
  return [...text.matchAll(NAMES)].map(([, each = '']) => each);
}

/** Imports that the lists do not allow, as `importer imports file`. */
export function forbiddenImports(
  chapters: ReadonlyMap<string, Chapter>,
  imports: Imports,
): readonly string[] {
  const isAllowed = (file: string, target: string) => {
    const [from, to] = [placeOf(file), placeOf(target)];
    const chapter = chapters.get(from.chapter);
    if (from.chapter !== to.chapter) return chapter?.imports.includes(to.chapter) === true;
    const rooms = chapter?.rooms ?? [];
    return rooms.indexOf(to.room) <= rooms.indexOf(from.room);
  };
  return [...imports].flatMap(([file, targets]) =>
    targets.filter(target => !isAllowed(file, target)).map(target => `${file} imports ${target}`),
  );
}

/** Imports between rooms of `folder` that stand later in `rooms`, as `importer imports file`. */
export function importsAgainst(
  rooms: readonly string[],
  folder: string,
  imports: Imports,
): readonly string[] {
  const placeIn = (file: string) => {
    const [room = '', ...rest] = file.slice(folder.length + 1).split('/');
    return rooms.indexOf(rest.length === 0 ? 'own files' : room);
  };
  const isInside = (file: string) => file.startsWith(`${folder}/`);
  return [...imports]
    .filter(([file]) => isInside(file))
    .flatMap(([file, targets]) =>
      targets
        .filter(target => isInside(target) && placeIn(target) > placeIn(file))
        .map(target => `${file} imports ${target}`),
    );
}

/** The chapter and the room of a file, by its path from `src`. */
function placeOf(file: string): { readonly chapter: string; readonly room: string } {
  const [chapter = '', room = '', ...rest] = file.split('/');
  return { chapter, room: rest.length === 0 ? 'own files' : room };
}
