"""Small tables as people of many languages write them, and the encodings they come in."""

from __future__ import annotations

TABLES: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "Japanese": (
        ("shift_jis", "euc-jp"),
        (
            "年齢,性別,職業,結婚\n青年,男,会社員,はい\n中年,女,学生,いいえ\n老年,女,主婦,はい\n",
            (
                "天気,気温,湿度,風,プレイ\n"
                "晴れ,暑い,高い,弱い,しない\n"
                "曇り,涼しい,普通,強い,する\n"
                "雨,暖かい,高い,弱い,する\n"
            ),
            (
                "商品名,カテゴリ,価格\n"
                "ノートパソコン,電子機器,98000\n"
                "コーヒーメーカー,家電,5400\n"
                "ボールペン,文房具,120\n"
            ),
            "id,氏名\n1,田中\n2,鈴木\n3,佐藤\n4,高橋\n5,渡辺\n",
            "都道府県,人口,面積\n東京都,1400,2194\n大阪府,880,1905\n北海道,520,83424\n",
            "height,weight,sex\n170,60,男\n158,48,女\n175,70,男\n",
        ),
    ),
    "Korean": (
        ("euc-kr",),
        (
            "나이,성별,직업,구매\n청년,남,학생,예\n중년,여,회사원,아니오\n노년,남,무직,예\n",
            (
                "날씨,기온,습도,바람,경기\n"
                "맑음,더움,높음,약함,아니오\n"
                "흐림,서늘함,보통,강함,예\n"
                "비,따뜻함,높음,약함,예\n"
            ),
            "번호,이름\n1,김철수\n2,이영희\n3,박민수\n4,최지우\n5,정우성\n",
            "상품명,분류,가격\n노트북,전자제품,1200000\n커피메이커,가전,54000\n볼펜,문구,1200\n",
            "지역,인구,면적\n서울특별시,970,605\n부산광역시,340,770\n제주도,67,1849\n",
            "height,weight,sex\n170,60,남자\n158,48,여자\n175,70,남자\n",
        ),
    ),
    "Russian": (
        ("cp1251", "koi8-r"),
        (
            (
                "Возраст,Пол,Профессия,Купил\n"
                "молодой,м,студент,да\n"
                "средний,ж,врач,нет\n"
                "пожилой,м,пенсионер,да\n"
            ),
            (
                "Погода,Температура,Влажность,Ветер,Игра\n"
                "солнечно,жарко,высокая,слабый,нет\n"
                "пасмурно,прохладно,нормальная,сильный,да\n"
                "дождь,тепло,высокая,слабый,да\n"
            ),
            "№,Фамилия\n1,Иванов\n2,Петрова\n3,Сидоров\n4,Кузнецова\n5,Смирнов\n",
            "город,население\nМосква,12600\nСанкт-Петербург,5400\nЕкатеринбург,1500\n",
            "ПОЛ,КЛАСС,ОЦЕНКА\nМУЖ,А,ХОРОШО\nЖЕН,Б,ОТЛИЧНО\nМУЖ,А,ПЛОХО\n",
            "height,weight,sex\n170,60,муж\n158,48,жен\n175,70,муж\n",
        ),
    ),
    "Ukrainian": (
        ("cp1251",),
        (
            (
                "Вік,Стать,Професія,Купив\n"
                "молодий,ч,студент,так\n"
                "середній,ж,лікар,ні\n"
                "літній,ч,пенсіонер,так\n"
            ),
            (
                "Погода,Температура,Вологість,Вітер,Гра\n"
                "сонячно,спекотно,висока,слабкий,ні\n"
                "хмарно,прохолодно,нормальна,сильний,так\n"
                "дощ,тепло,висока,слабкий,так\n"
            ),
            (
                "місто,область\n"
                "Київ,Київська\n"
                "Львів,Львівська\n"
                "Запоріжжя,Запорізька\n"
                "Їжаків,Ґалаґан\n"
            ),
        ),
    ),
    "Greek": (
        ("cp1253",),
        (
            (
                "Ηλικία,Φύλο,Επάγγελμα,Αγορά\n"
                "νέος,άνδρας,φοιτητής,ναι\n"
                "μεσήλικας,γυναίκα,γιατρός,όχι\n"
                "ηλικιωμένος,άνδρας,συνταξιούχος,ναι\n"
            ),
            (
                "Καιρός,Θερμοκρασία,Υγρασία,Άνεμος,Παιχνίδι\n"
                "ηλιοφάνεια,ζέστη,υψηλή,ασθενής,όχι\n"
                "συννεφιά,δροσιά,κανονική,ισχυρός,ναι\n"
                "βροχή,ήπια,υψηλή,ασθενής,ναι\n"
            ),
            "πόλη,πληθυσμός\nΑθήνα,664\nΘεσσαλονίκη,325\nΠάτρα,168\nΗράκλειο,140\n",
            "height,weight,sex\n170,60,άνδρας\n158,48,γυναίκα\n175,70,άνδρας\n",
        ),
    ),
    "Polish": (
        ("cp1250", "iso-8859-2"),
        (
            (
                "wiek;płeć;zawód;kupił\n"
                "młody;mężczyzna;uczeń;tak\n"
                "średni;kobieta;lekarz;nie\n"
                "starszy;mężczyzna;emeryt;tak\n"
            ),
            (
                "pogoda;temperatura;wilgotność;gra\n"
                "słonecznie;gorąco;wysoka;nie\n"
                "pochmurno;chłodno;zwykła;tak\n"
                "deszcz;ciepło;wysoka;tak\n"
            ),
            "miasto;ludność\nŁódź;672\nKraków;780\nGdańsk;470\nPoznań;530\nWrocław;640\n",
            "imię;ocena\nŁukasz;5\nMałgorzata;4\nGrażyna;3\n",
        ),
    ),
    "Czech": (
        ("cp1250", "iso-8859-2"),
        (
            (
                "věk;pohlaví;povolání;koupil\n"
                "mladý;muž;student;ano\n"
                "střední;žena;lékařka;ne\n"
                "starší;muž;důchodce;ano\n"
            ),
            (
                "počasí;teplota;vlhkost;vítr;hra\n"
                "slunečno;horko;vysoká;slabý;ne\n"
                "zataženo;chladno;normální;silný;ano\n"
                "déšť;teplo;vysoká;slabý;ano\n"
            ),
            "město;obyvatel\nPlzeň;170\nČeské Budějovice;94\nÚstí nad Labem;93\nKroměříž;28\n",
            "příjmení;známka\nDvořák;1\nČerný;2\nRůžička;3\n",
        ),
    ),
    "Hungarian": (
        ("cp1250", "iso-8859-2"),
        (
            (
                "életkor;nem;foglalkozás;vásárolt\n"
                "fiatal;férfi;diák;igen\n"
                "középkorú;nő;orvos;nem\n"
                "idős;férfi;nyugdíjas;igen\n"
            ),
            (
                "időjárás;hőmérséklet;páratartalom;szél;játék\n"
                "napos;forró;magas;gyenge;nem\n"
                "felhős;hűvös;közepes;erős;igen\n"
                "esős;enyhe;magas;gyenge;igen\n"
            ),
            "város;lakosság\nGyőr;130\nPécs;145\nSzékesfehérvár;97\nHódmezővásárhely;43\n",
        ),
    ),
    "Turkish": (
        ("cp1254",),
        (
            (
                "yaş;cinsiyet;meslek;satın aldı\n"
                "genç;erkek;öğrenci;evet\n"
                "orta yaşlı;kadın;doktor;hayır\n"
                "yaşlı;erkek;emekli;evet\n"
            ),
            (
                "hava;sıcaklık;nem;rüzgâr;oyun\n"
                "güneşli;sıcak;yüksek;zayıf;hayır\n"
                "bulutlu;serin;normal;güçlü;evet\n"
                "yağmurlu;ılık;yüksek;zayıf;evet\n"
            ),
            (
                "şehir;nüfus\n"
                "İstanbul;15500\n"
                "İzmir;4400\n"
                "Eskişehir;890\n"
                "Muğla;1000\n"
                "Şanlıurfa;2100\n"
            ),
            "isim;not\nAyşe;5\nOğuz;4\nÇağla;3\n",
        ),
    ),
    "German": (
        ("cp1252", "iso-8859-15"),
        (
            "Größe;Gewicht;für\nklein;5;Mädchen\ngroß;7;Äpfel\nübrig;6;Straße\n",
            ("Alter;Geschlecht;Kauf\njung;männlich;ja\nmittel;weiblich;nein\nälter;männlich;ja\n"),
            "Stadt;Einwohner\nKöln;1080\nMünchen;1470\nDüsseldorf;620\nGießen;89\n",
            "id;Straße\n1;Hauptstraße\n2;Bahnhofstraße\n",
        ),
    ),
    "French": (
        ("cp1252", "iso-8859-15"),
        (
            "prénom,âge,élève\nHélène,12,oui\nFrançois,13,très bien\nZoë,11,déjà\n",
            (
                "météo,température,humidité,vent,jouer\n"
                "ensoleillé,élevée,forte,léger,non\n"
                "nuageux,fraîche,normale,fort,oui\n"
                "pluvieux,modérée,forte,léger,oui\n"
            ),
            "ville;dépenses\nNîmes;5\nOrléans;6\nBesançon;7\nSète;9\n",
            "mère,père\ninfirmière,boulanger\ncaissière,cuisinier\n",
            "modèle,prix\nA,5 €\nB,6 €\n",
        ),
    ),
    "Spanish": (
        ("cp1252", "iso-8859-15"),
        (
            "niño,corazón,mañana\nsí,1,José\nno,2,María Peña\n",
            (
                "edad,género,profesión,compró\n"
                "joven,varón,estudiante,sí\n"
                "mediana,mujer,médica,no\n"
                "mayor,varón,jubilado,sí\n"
            ),
            "ciudad;población\nMálaga;570\nCórdoba;325\nA Coruña;245\nLeón;124\n",
        ),
    ),
    "Simplified Chinese": (
        ("gb18030",),
        (
            "年龄,有工作,有自己的房子,信贷情况,类别\n青年,否,否,一般,否\n中年,是,是,好,是\n",
            "西瓜,色泽,根蒂,敲声\n1,青绿,蜷缩,浊响\n2,乌黑,稍蜷,沉闷\n3,浅白,硬挺,清脆\n",
            "height,hair,voice,sex\n160.0,36.0,高,女\n180.0,1.0,低,男\n",
            "学号,姓名,成绩\n1,王小明,85\n2,李华,92\n3,张伟,78\n",
            "天气,温度,湿度,风,打球\n晴,热,高,弱,否\n阴,凉爽,正常,强,是\n雨,适中,高,弱,是\n",
            "城市,人口\n北京,2189\n上海,2487\n广州,1868\n",
        ),
    ),
    "Traditional Chinese": (
        ("big5",),
        (
            "年齡,有工作,有自己的房子,信貸情況,類別\n青年,否,否,一般,否\n中年,是,是,好,是\n",
            "天氣,溫度,濕度,風,打球\n晴,熱,高,弱,否\n陰,涼爽,正常,強,是\n雨,適中,高,弱,是\n",
            "學號,姓名,成績\n1,王小明,85\n2,李華,92\n3,張偉,78\n",
            "城市,人口\n臺北,250\n高雄,270\n臺中,280\n",
            "height,hair,voice,sex\n160.0,36.0,高,女\n180.0,1.0,低,男\n",
        ),
    ),
}
"""By language: the encodings, and tables of a few rows."""
