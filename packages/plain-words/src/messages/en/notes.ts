/** Notes and reasons that only commands have. */
export const notes = {
  'maybe.zsh': '{text} means something else in another shell',
  'maybe.cd': 'If the folder {path} is not there, it happens somewhere else',
  'maybe.anywhere': 'The archive itself decides where its files go',
  'note.background': 'It goes on after the command has ended',
  'note.with': 'With {names}',
  'note.code': 'The code: {text}',
  'note.elsewhere': 'This happens on the computer {host}',
  'note.global': 'For the whole computer, not just for this project',
  'note.admin': 'With administrator rights: it may do anything on this computer',
  'note.deletes-branch': 'The branch is deleted afterwards',
  'note.git-starts': 'Git then starts programs by this setting: {name}',
} as const;
