import type { Posture } from '@bureau/contracts';

/**
 * The office's own pixel art, drawn for it. A letter is a colour of the palette, a dot is clear:
 * h hair, s skin, t skin in shade, k line, c shirt, d shirt in shade, w white, p paper, l paper's line, y yellow, m metal, n dark metal,
 * g glass, r cup, o screen light, b wood, f wood in shade, q wood's edge.
 */
export type Art = readonly string[];

const head: Art = [
  '................',
  '.....hhhhhh.....',
  '....hhhhhhhh....',
  '...hhhhhhhhhh...',
  '...hhsssssshh...',
  '...hssssssssh...',
  '...sskssssksh...',
  '...ssssssssss...',
  '....sssttsss....',
  '.....ssssss.....',
];
const headResting: Art = [...head.slice(0, 6), '...sssssssssh...', '...skksssskks...', ...head.slice(8)];
const headUp: Art = [
  ...head.slice(0, 5),
  '...hskssssksh...',
  '...ssssssssss...',
  '...ssssssssss...',
  '....sssttsss....',
  '.....ssssss.....',
];

const body: Art = [
  '....cccccccc....',
  '...cccccccccc...',
  '..cccccccccccc..',
  '..ccdccccccdcc..',
  '..ccdccccccdcc..',
  '..ssdccccccdss..',
];
const typingA: Art = [...body.slice(0, 4), '..ccdccccccdcc..', '...ssccccccss...'];
const typingB: Art = [...body.slice(0, 4), '..ccdccccccdcc..', '..sscccccccss...'];
const readingA: Art = [...body.slice(0, 3), '..ccpppppppcc...', '..scplllllpcs...', '..scpppppppcs...'];
const readingB: Art = [...body.slice(0, 3), '..ccpppppppcc...', '..scplllpppcs...', '..scpppppppcs...'];
const writingA: Art = [...body.slice(0, 4), '..ccdcccckdccc..', '..ssccccyssccc..'];
const writingB: Art = [...body.slice(0, 4), '..ccdcckccdccc..', '..ssccyssccccc..'];
const searchingA: Art = [
  '....cccccccc....',
  '...cccccccccc...',
  '..ccccccccmmmc..',
  '..ccdccccmgggm..',
  '..ccdccccmgggm..',
  '..ssdccccsmmm...',
];
const searchingB: Art = [
  '....cccccccc....',
  '...cccccccccc...',
  '..cccccccmmmcc..',
  '..ccdcccmgggmc..',
  '..ccdcccmgggmc..',
  '..ssdcccsmmmss..',
];
const thinking: Art = [
  '....ccccsccc....',
  '...ccccsscccc...',
  '..ccccccdccccc..',
  '..ccdccccdcdcc..',
  '..ccdcccccddcc..',
  '..ssdccccccccc..',
];
const resting: Art = [
  '....cccccccc....',
  '...cccccccccc...',
  '..cccccccccccc..',
  '..ccdccwwwcdcc..',
  '..ccdccwrwssc...',
  '..ssdccwwwcc....',
];
/** The raised hand stands beside the head. */
const waitingHead: Art = [
  '............ss..',
  '.....hhhhhh.ss..',
  '....hhhhhhhhss..',
  '...hhhhhhhhhhcc.',
  '...hhsssssshhcc.',
  '...hsksssskshcc.',
  '...sssssssssscc.',
  '...sssssssssscc.',
  '....ssskksssccc.',
  '.....ssssssccc..',
];
const waitingHeadB: Art = [waitingHead[1]!, ...waitingHead.slice(1)];

/** 16 wide, 16 high; a second frame where something moves. */
export const figures: Readonly<Record<Exclude<Posture, 'gone'>, readonly Art[]>> = {
  running: [
    [...head, ...typingA],
    [...head, ...typingB],
  ],
  reading: [
    [...head, ...readingA],
    [...head, ...readingB],
  ],
  writing: [
    [...head, ...writingA],
    [...head, ...writingB],
  ],
  searching: [
    [...head, ...searchingA],
    [...head, ...searchingB],
  ],
  thinking: [
    [...headUp, ...thinking],
    [...head, ...thinking],
  ],
  waiting: [
    [...waitingHead, ...body],
    [...waitingHeadB, ...body],
  ],
  resting: [[...headResting, ...resting]],
  unsure: [[...head, ...body]],
};

/** A figure on its way between the door and the desk. */
export const walking: readonly Art[] = [
  [...head, ...body.slice(0, 5), '....cccccccc....', '....kkkk.kkk....', '....kkk...kk....', '....nnn...nn....'],
  [...head, ...body.slice(0, 5), '....cccccccc....', '.....kkkkkk.....', '.....kk.kkk.....', '.....nn.nnn.....'],
];

/** 34 wide: the desk's front. */
export const desk: Art = [
  'qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqq',
  'qbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbq',
  'ffffffffffffffffffffffffffffffffff',
  '.bfbbbbbbbbbbbbbbbbbbbbbbbbbbbbfb.',
  '.bfbbbbbbbbbbbbbbbbbbbbbbbbbbbbfb.',
  '.bffffffffffffffffffffffffffffffb.',
  '.bf............................fb.',
  '.bf............................fb.',
];
/** 22 wide: a sub-agent's side desk. */
export const sideDesk: Art = [
  'qqqqqqqqqqqqqqqqqqqqqq',
  'qbbbbbbbbbbbbbbbbbbbbq',
  'ffffffffffffffffffffff',
  '.bfbbbbbbbbbbbbbbbbfb.',
  '.bffffffffffffffffffb.',
  '.bf................fb.',
];
/** The computer from behind; its lid light blinks while a command runs. */
export const computer: readonly Art[] = [
  ['mmmmmmmmmm', 'mnnnnnnnnm', 'mnnnnwnnnm', 'mnnnnnnnnm', 'mmmmmmmmmm'],
  ['mmmmmmmmmm', 'mnnnnnnnnm', 'mnnnnonnnm', 'mnnnnnnnnm', 'mmmmmmmmmm'],
];
/** Shut, at the side of the desk, when something else is done. */
export const computerShut: Art = ['.mmmmmmmm', 'nnnnnnnnn'];
export const cup: Art = ['rrr.', 'rrrr', 'rrr.'];
export const chair: Art = [
  '...nnnnnnnnnn...',
  '..nmmmmmmmmmmn..',
  '..nmmmmmmmmmmn..',
  '..nmmmmmmmmmmn..',
  '..nmmmmmmmmmmn..',
  '...nnnnnnnnnn...',
];
export const plant: Art = [
  '....vv..vv..',
  '..vvuuvvuuv.',
  '.vuuvuuvuuvv',
  '.vvuuvuuvuv.',
  '..vvuvvuvv..',
  '....vvvv....',
  '....rrrr....',
  '...rrrrrr...',
  '....rrrr....',
];
export const lamp: Art = ['..yyyy..', '.yyyyyy.', 'yyyyyyyy', '...nn...', '...nn...', '...nn...', '..nnnn..'];
/** Beside a waiting figure. */
export const call: Art = ['.yyyyy.', 'yyykyyy', 'yyykyyy', 'yyykyyy', 'yyyyyyy', 'yyykyyy', '.yyyyy.', '...y...'];
export const unsure: Art = ['.wwwww.', 'wwkkkww', 'wwwwkww', 'wwwkkww', 'wwwwwww', 'wwwkwww', '.wwwww.', '...w...'];
export const thought: readonly Art[] = [
  ['ww.....', 'ww.....'],
  ['ww.ww..', 'ww.ww..'],
  ['ww.ww.w', 'ww.ww.w'],
];
