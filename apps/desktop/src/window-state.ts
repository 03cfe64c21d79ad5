export interface Bounds {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}
export interface WindowState extends Partial<Bounds> {
  readonly width: number;
  readonly height: number;
  readonly maximized: boolean;
  readonly zoom: number;
}

export const firstState: WindowState = { width: 1180, height: 800, maximized: false, zoom: 0 };
const least = { width: 360, height: 480 };

/** A kept state, as far as it can be believed. */
export function decodeState(value: unknown): WindowState {
  if (typeof value !== 'object' || value === null) return firstState;
  const given = value as Record<string, unknown>;
  const number = (key: string) =>
    typeof given[key] === 'number' && Number.isFinite(given[key]) ? given[key] : undefined;
  const x = number('x');
  const y = number('y');
  return {
    width: Math.max(least.width, number('width') ?? firstState.width),
    height: Math.max(least.height, number('height') ?? firstState.height),
    maximized: given['maximized'] === true,
    zoom: Math.max(-3, Math.min(5, number('zoom') ?? 0)),
    ...(x !== undefined && y !== undefined ? { x, y } : {}),
  };
}

/** A window whose screen was taken away comes back to the first one: enough of its title bar has to be in reach. */
export function onScreen(state: WindowState, screens: readonly Bounds[]): WindowState {
  if (state.x === undefined || state.y === undefined) return state;
  const { x, y, width } = state;
  const reachable = screens.some(
    (screen) =>
      x + width > screen.x + 80 &&
      x < screen.x + screen.width - 80 &&
      y >= screen.y - 10 &&
      y < screen.y + screen.height - 40,
  );
  if (reachable) return state;
  const { x: _x, y: _y, ...rest } = state;
  return rest;
}
