import type { Messages } from '../load.ts';

/** Notes and reasons that only commands have. */
export const notes: Messages = {
  'maybe.zsh': '{text}은(는) 다른 셸에서 다른 뜻이 됩니다',
  'maybe.cd': '{path} 폴더가 없으면 다른 곳에서 일어납니다',
  'maybe.anywhere': '파일이 어디로 갈지는 압축 파일이 정합니다',
  'note.background': '명령이 끝난 뒤에도 계속됩니다',
  'note.with': '함께 쓰이는 것: {names}',
  'note.code': '코드: {text}',
  'note.elsewhere': '이 일은 컴퓨터 {host}에서 일어납니다',
  'note.global': '이 프로젝트만이 아니라 컴퓨터 전체에 적용됩니다',
  'note.admin': '관리자 권한으로: 이 컴퓨터에서 무엇이든 할 수 있습니다',
  'note.deletes-branch': '그 뒤에 브랜치가 삭제됩니다',
  'note.git-starts': '그러면 git이 이 설정으로 프로그램을 시작합니다: {name}',
};
