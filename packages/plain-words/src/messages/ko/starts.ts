import type { Messages } from '../load.ts';

/** Files that mean more than their text. */
export const starts: Messages = {
  'starts.shell': '{path}에 적힌 것은 터미널을 열 때마다 저절로 실행됩니다',
  'starts.powershell': '{path}에 적힌 것은 PowerShell을 열 때마다 저절로 실행됩니다',
  'starts.git-hook': 'git이 정해진 때에 {path}을(를) 저절로 실행합니다',
  'starts.git-hook-commit': 'git이 커밋할 때마다 {path}을(를) 저절로 실행합니다',
  'starts.git-hook-push': 'git이 올리기 전마다 {path}을(를) 저절로 실행합니다',
  'starts.git-hook-switch': 'git이 브랜치를 바꾸거나 변경 사항을 받은 뒤에 {path}을(를) 저절로 실행합니다',
  'starts.git-config': '{path}은(는) git의 설정이며, 이 설정으로 git이 다른 프로그램을 실행하게 할 수 있습니다',
  'starts.agent-settings':
    '{path}에는 에이전트의 규칙이 있습니다. 묻지 않고 해도 되는 일과 함께 시작되는 것을 정합니다',
  'starts.agent-servers': '{path}에는 에이전트와 함께 저절로 시작되는 추가 기능이 적혀 있습니다',
  'starts.agent-words': '{path}은(는) 에이전트에게 여기서 일하는 방법을 알려 주며, 그 뒤로 에이전트가 이를 따릅니다',
  'starts.editor-tasks': '{path}은(는) 폴더를 열 때 편집기가 프로그램을 실행하게 할 수 있습니다',
  'starts.editor-settings': '{path}에는 편집기 설정이 있으며, 그중에는 프로그램을 실행하는 것도 있습니다',
  'starts.ci': '프로젝트를 올릴 때마다 서버가 {path}에 적힌 것을 실행합니다',
  'starts.cron': '{path} 때문에 정해진 시각에 프로그램이 저절로 실행됩니다',
  'starts.service': '{path} 때문에 프로그램이 뒤에서 저절로 실행됩니다',
  'starts.login': '{path} 때문에 로그인할 때 프로그램이 저절로 시작됩니다',
  'starts.system': '{path}은(는) 컴퓨터 전체의 설정입니다',
  'starts.ssh':
    '{path}은(는) 누가 이 컴퓨터에 들어올 수 있는지, 또는 이 컴퓨터가 다른 컴퓨터에 어떻게 들어가는지를 정합니다',
  'starts.scripts': '{path}의 다음 항목은 설치하거나 배포할 때마다 저절로 실행됩니다: {scripts}',
  'starts.package': '{path}에는 프로젝트의 명령이 적혀 있으며, 누군가 부를 때 실행됩니다',
  'starts.env': '{path}에는 비밀번호나 키가 들어 있을 때가 많습니다',
  'starts.keys': '{path}은(는) 당신의 키나 비밀번호입니다',
  'starts.env-folder': '{path}에 적힌 것은 터미널에서 이 폴더에 들어갈 때 저절로 실행됩니다',
  'starts.program-settings': '{path}에는 다른 프로그램의 설정이나 자료가 있습니다',
  'starts.registry-run': '거기에 적힌 것은 로그인할 때마다 저절로 시작됩니다',
  'starts.says': '적힌 내용: {commands}',
  'starts.would-run': '시작될 것: {commands}',
};
