import type { Messages } from '../load.ts';

/** Notes and reasons that only commands have. */
export const notes: Messages = {
  'maybe.zsh': '{text} 在其他命令列環境裡是別的意思',
  'maybe.cd': '如果沒有資料夾 {path}，就會發生在別的地方',
  'maybe.anywhere': '檔案會放到哪裡由壓縮檔決定',
  'note.background': '指令結束後它仍會繼續',
  'note.with': '一併使用：{names}',
  'note.code': '程式碼：{text}',
  'note.elsewhere': '這會發生在電腦 {host} 上',
  'note.global': '對整台電腦有效，不只這個專案',
  'note.admin': '以系統管理員權限：它在這台電腦上什麼都能做',
  'note.deletes-branch': '之後分支會被刪除',
  'note.git-starts': '之後 git 會照這個設定啟動程式：{name}',
};
