;;; A bot for quatro that speaks UGI: wins if it can, else plays anywhere.
;;; Try it: plywood check-engine "ugi:sbcl --script bots/quatro.lisp" --game quatro

;; SBCL begins every run with the same random state, so that a game can be repeated.
(defvar *board* (make-array 16 :initial-element nil)) ; a piece from 0 to 15 or nil; a1 is top left

(defun line-p (from step)
  "Whether the four pieces of a line share a bit that is set, or one that is not."
  (let ((pieces (loop for i below 4 collect (aref *board* (+ from (* i step))))))
    (and (notany #'null pieces)
         (or (/= 0 (apply #'logand pieces)) (/= 15 (apply #'logior pieces))))))

(defun wins-p ()
  (or (loop for i below 4 thereis (or (line-p (* 4 i) 1) (line-p i 4)))
      (line-p 0 5)
      (line-p 3 3)))

(defun words (text)
  (loop with start = 0
        for end = (position-if (lambda (c) (member c '(#\Space #\Tab #\Return))) text :start start)
        for word = (subseq text start end)
        when (plusp (length word)) collect word
        while end do (setf start (1+ end))))

(defun read-position (words)
  "`startpos` or `fen ROWS HAND`, then perhaps `moves m1 m2 ...`."
  (fill *board* nil)
  (let ((rows (remove #\/ (if (equal (first words) "fen") (second words) (first words)))))
    (when (= (length rows) 16)
      (dotimes (i 16) (setf (aref *board* i) (digit-char-p (char rows i) 16)))))
  (dolist (move (rest (member "moves" words :test #'equal)))
    (setf (aref *board* (+ (- (char-code (char move 2)) 97) (* 4 (- (char-code (char move 3)) 49))))
          (digit-char-p (char move 0) 16))))

(defun choose ()
  (let ((moves '()))
    (dotimes (piece 16)
      (dotimes (cell 16)
        (unless (or (aref *board* cell) (find piece *board*))
          (let ((move (format nil "~(~x~)@~c~d" piece (code-char (+ 97 (mod cell 4))) (1+ (floor cell 4)))))
            (push move moves)
            (setf (aref *board* cell) piece)
            (let ((won (wins-p)))
              (setf (aref *board* cell) nil)
              (when won (return-from choose move)))))))
    (if moves (nth (random (length moves)) moves) "none")))

(loop for line = (read-line *standard-input* nil) while line
      for (command . rest) = (words line)
      until (equal command "quit")
      do (handler-case ; a line that makes no sense is no reason to die
             (cond ((equal command "ugi") (format t "id name Lisp sample~%id author Plywood~%ugiok~%"))
                   ((equal command "isready") (format t "readyok~%"))
                   ((equal command "position") (read-position rest))
                   ((equal command "go") (format t "bestmove ~a~%" (choose))))
           (error () (format t "info string error: that line makes no sense~%")))
         (finish-output))
