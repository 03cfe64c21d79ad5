import type { AnswerId, Chip, PlaceId } from '@bureau/contracts';

/** What the terminal says itself; cards come in the person's language already. */
export interface TerminalWords {
  readonly hint: string;
  readonly answers: Readonly<Record<AnswerId | 'deny-with-words', string>>;
  readonly place: Readonly<Record<PlaceId, string>>;
  readonly chip: Readonly<Partial<Record<Chip, string>>>;
  readonly where: string;
  readonly exact: string;
  readonly says: string;
  readonly yourAnswer: string;
  readonly notAnAnswer: string;
  readonly ownWords: string;
  readonly hidden: string;
  readonly several: string;
  readonly withdrawn: string;
  readonly answered: string;
  readonly stopping: string;
  readonly stopped: (count: number, proved: boolean) => string;
  readonly left: string;
  readonly kept: string;
  readonly handedOver: string;
  readonly ended: Readonly<Record<'finished' | 'stopped' | 'failed' | 'lost', string>>;
  readonly goOn: string;
  readonly background: string;
}

const en: TerminalWords = {
  hint: 'Ctrl-C stops it with everything it started. Type words to say something; /finish ends it when it is done.',
  answers: {
    allow: 'Yes, go ahead',
    'allow-similar': "Yes, and don't ask again",
    deny: "No, don't",
    'deny-with-words': 'No, do it differently: {n} and your words',
  },
  place: {
    disk: 'the whole disk',
    system: 'the system',
    'program-data': 'data of other programs',
    home: 'your home folder',
    outside: 'outside the folder',
    temp: 'the folder for temporary files',
    network: 'the network',
    inside: 'in the folder',
  },
  chip: {},
  where: 'Where',
  exact: 'Exact text',
  says: 'The AI says',
  yourAnswer: 'Your answer',
  notAnAnswer: 'Answer with one of the numbers.',
  ownWords: 'or in your own words',
  hidden: 'what you type is secret and is not kept',
  several: 'several numbers with commas',
  withdrawn: 'No longer asked.',
  answered: 'Answered',
  stopping: 'Stopping …',
  stopped: (count, proved) =>
    proved
      ? `Stopped: ${count} processes ended, nothing is left running (proved).`
      : `Stopped, but it could not be proved that nothing runs any more.`,
  left: 'Still there',
  kept: 'Kept running',
  handedOver: 'Was handed to another program, which may go on',
  ended: { finished: 'Done.', stopped: 'Stopped.', failed: 'It failed.', lost: 'It was lost.' },
  goOn: 'What next? (words, or /finish)',
  background: 'A background job that ended started this turn by itself.',
};

const ko: TerminalWords = {
  hint: 'Ctrl-C를 누르면 시작된 모든 것과 함께 멈춥니다. 말을 하려면 입력하세요. 끝내려면 /finish.',
  answers: {
    allow: '네, 진행하세요',
    'allow-similar': '네, 다시 묻지 마세요',
    deny: '아니요, 하지 마세요',
    'deny-with-words': '아니요, 다르게 하세요: {n} 뒤에 할 말',
  },
  place: {
    disk: '디스크 전체',
    system: '시스템',
    'program-data': '다른 프로그램의 데이터',
    home: '홈 폴더',
    outside: '폴더 밖',
    temp: '임시 파일 폴더',
    network: '네트워크',
    inside: '폴더 안',
  },
  chip: {},
  where: '위치',
  exact: '정확한 내용',
  says: 'AI의 설명',
  yourAnswer: '답',
  notAnAnswer: '번호로 답하세요.',
  ownWords: '또는 직접 입력',
  hidden: '입력한 내용은 비밀이며 저장되지 않습니다',
  several: '여러 개는 쉼표로',
  withdrawn: '더 이상 묻지 않습니다.',
  answered: '답함',
  stopping: '멈추는 중 …',
  stopped: (count, proved) =>
    proved
      ? `멈췄습니다: 프로세스 ${count}개를 끝냈고, 남은 것이 없음을 확인했습니다.`
      : '멈췄지만, 아무것도 실행되지 않는지 확인하지 못했습니다.',
  left: '아직 남음',
  kept: '계속 실행',
  handedOver: '다른 프로그램에 맡겨져 계속될 수 있음',
  ended: { finished: '끝났습니다.', stopped: '멈췄습니다.', failed: '실패했습니다.', lost: '잃어버렸습니다.' },
  goOn: '다음은? (할 말 또는 /finish)',
  background: '끝난 백그라운드 작업이 스스로 시작한 차례입니다.',
};

const zhTW: TerminalWords = {
  hint: '按 Ctrl-C 會連同它啟動的一切一起停止。輸入文字可以對它說話;做完時用 /finish 結束。',
  answers: {
    allow: '可以,請繼續',
    'allow-similar': '可以,不用再問',
    deny: '不,不要做',
    'deny-with-words': '不,換個做法:{n} 加上你的話',
  },
  place: {
    disk: '整個磁碟',
    system: '系統',
    'program-data': '其他程式的資料',
    home: '你的家目錄',
    outside: '資料夾之外',
    temp: '暫存資料夾',
    network: '網路',
    inside: '資料夾內',
  },
  chip: {},
  where: '位置',
  exact: '確切內容',
  says: 'AI 的說明',
  yourAnswer: '你的回答',
  notAnAnswer: '請用號碼回答。',
  ownWords: '或自己輸入',
  hidden: '輸入的內容是機密,不會保存',
  several: '多個號碼用逗號分開',
  withdrawn: '不再詢問。',
  answered: '已回答',
  stopping: '停止中 …',
  stopped: (count, proved) =>
    proved ? `已停止:結束了 ${count} 個程序,已證實沒有任何東西還在執行。` : '已停止,但無法證實沒有東西還在執行。',
  left: '仍在',
  kept: '保持執行',
  handedOver: '已交給別的程式,可能會繼續',
  ended: { finished: '完成了。', stopped: '已停止。', failed: '失敗了。', lost: '已遺失。' },
  goOn: '接下來?(輸入文字,或 /finish)',
  background: '這一輪是結束的背景工作自己開始的。',
};

export const terminalWords = (language: string): TerminalWords =>
  language === 'ko' ? ko : language === 'zh-TW' ? zhTW : en;
